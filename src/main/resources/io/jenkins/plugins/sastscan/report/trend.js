/* Draws the trend tables as charts. Without the chart library, the tables stay unchanged. */
(function () {
  "use strict";

  /* Each stage has the same color as on the submission page. */
  const COLORS = {
    bytes: ["--orange", "--blue"],
    seconds: ["--yellow", "--blue", "--orange", "--purple", "--green"],
  };

  /* Returns RGB values, because the chart library cannot read all color notations of themes. */
  function color(variable) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    const context = canvas.getContext("2d");
    context.fillStyle = getComputedStyle(document.body).getPropertyValue(variable).trim() || "gray";
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return `rgb(${red}, ${green}, ${blue})`;
  }

  function bytes(value) {
    const units = ["B", "kB", "MB", "GB", "TB"];
    let unit = 0;
    while (value >= 1000 && unit < units.length - 1) {
      value /= 1000;
      unit++;
    }
    return `${Number(value.toFixed(1))} ${units[unit]}`;
  }

  function seconds(value) {
    return value < 1000 ? `${Math.round(value)} ms` : `${Number((value / 1000).toFixed(1))} s`;
  }

  /* A build without a value leaves a gap in the chart. */
  function number(value) {
    return value === "" ? null : Number(value);
  }

  function options(figure) {
    const table = figure.querySelector("table");
    const unit = figure.dataset.unit;
    const format = unit === "bytes" ? bytes : seconds;
    const rows = Array.from(table.tBodies[0].rows);
    const names = Array.from(table.tHead.rows[0].cells).slice(1);
    const text = color("--text-color");
    const line = color("--text-color-secondary");
    return {
      animation: false,
      color: names.map((name, i) => color(COLORS[unit][name.dataset.order ?? i])),
      textStyle: { color: text, fontFamily: getComputedStyle(document.body).fontFamily },
      grid: { left: 8, right: 8, top: 60, bottom: 8, containLabel: true },
      legend: { top: 4, left: 0, itemWidth: 16, itemHeight: 10, itemGap: 12, textStyle: { color: text } },
      tooltip: {
        trigger: "axis",
        renderMode: "richText",
        confine: true,
        backgroundColor: color("--background"),
        borderColor: line,
        textStyle: { color: text },
        valueFormatter: (value) => (value === undefined || value === null ? "-" : format(value)),
      },
      xAxis: {
        type: "category",
        data: rows.map((row) => row.cells[0].textContent.trim()),
        axisLine: { lineStyle: { color: line } },
        axisLabel: { color: text, hideOverlap: true },
      },
      yAxis: {
        type: "value",
        axisLabel: { color: text, formatter: format },
        splitLine: { lineStyle: { color: line, opacity: 0.25 } },
      },
      series: names.map((name, i) => ({
        name: name.textContent.trim(),
        type: unit === "bytes" ? "line" : "bar",
        stack: unit === "bytes" ? undefined : "all",
        symbolSize: 7,
        barMaxWidth: 40,
        areaStyle: unit === "bytes" ? { opacity: 0.15 } : undefined,
        data: rows.map((row) => number(row.cells[i + 1].dataset.value)),
      })),
    };
  }

  function start() {
    if (!window.echarts) {
      return;
    }
    for (const figure of document.querySelectorAll(".sast-trend")) {
      figure.classList.add("sast-drawn");
      figure.querySelector("details").open = false;
      const place = figure.querySelector(".sast-chart");
      const chart = window.echarts.init(place);
      const draw = () => chart.setOption(options(figure), true);
      draw();
      /* A click anywhere above a build leads to its submissions. */
      chart.getZr().on("click", (event) => {
        const [index] = chart.convertFromPixel({ seriesIndex: 0 }, [event.offsetX, event.offsetY]);
        const link = figure.querySelectorAll("tbody a")[index];
        if (link && chart.containPixel("grid", [event.offsetX, event.offsetY])) {
          window.location.href = link.href;
        }
      });
      new ResizeObserver(() => chart.resize()).observe(place);
      window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
      new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ["data-theme", "class"] });
    }
  }

  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", start);
  } else {
    start();
  }
})();
