package io.jenkins.plugins.sastscan.bench;

import java.util.Locale;

/**
 * A row of the table of goals.
 *
 * @param verdict met, missed or not measured
 */
record Goal(String what, String goal, String figure, String verdict) {
    static Goal atLeast(String what, double least, double figure, String unit) {
        return new Goal(what, "at least " + number(least) + unit, number(figure) + unit, verdict(figure >= least));
    }

    static Goal atMost(String what, double most, double figure, String unit) {
        return new Goal(what, "at most " + number(most) + unit, number(figure) + unit, verdict(figure <= most));
    }

    static Goal notMeasured(String what, String goal) {
        return new Goal(what, goal, "-", "not measured");
    }

    String row() {
        return "| " + what + " | " + goal + " | " + figure + " | " + verdict + " |\n";
    }

    private static String verdict(boolean met) {
        return met ? "met" : "missed";
    }

    private static String number(double figure) {
        return String.format(Locale.ROOT, "%.2f", figure);
    }
}
