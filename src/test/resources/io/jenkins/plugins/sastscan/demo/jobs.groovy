// The sample jobs of bin/demo --jenkins, as Job DSL. If a job needs sources, it copies a directory instead of checking
// out a repository.

job('freestyle') {
    description('The build step <i>SAST: submit source</i> with its defaults: archives and uploads the workspace, and forces the scan.')
    steps {
        // The file numbers.txt grows with each build, so that the trend changes.
        shell('cp -R "$SAMPLE_SOURCES"/. . && seq "${BUILD_NUMBER}00000" > numbers.txt')
        sastSubmit {
            server('main')
            projectId('101')
        }
    }
}

job('git-settings') {
    description('Only writes the Git settings of a project, with a user and password from the credentials store.')
    steps {
        sastSubmit {
            server('main')
            projectId('102')
            upload(false)
            git {
                url('https://git.example.com/team/app.git')
                branch('main')
                credentialsId('git-user')
            }
        }
    }
}

pipelineJob('declarative') {
    description('A declarative pipeline that submits a selection of its files.')
    definition {
        cps {
            sandbox()
            script('''\
pipeline {
    agent any
    stages {
        stage('Source') {
            steps {
                sh 'cp -R "$SAMPLE_SOURCES"/. .'
            }
        }
        stage('SAST') {
            steps {
                sastSubmit server: 'main', projectId: '103', source: [excludes: '**/*.png']
            }
        }
    }
}
''')
        }
    }
}

pipelineJob('scripted') {
    description('A scripted pipeline that runs all steps and uses the values that they return.')
    definition {
        cps {
            sandbox()
            script('''\
def license = sastLicense(server: 'main')
echo "The server is licensed until ${license.expirationDate}."

def result
node {
    sh 'cp -R "$SAMPLE_SOURCES"/. .'
    result = sastSubmit server: 'main', projectId: 104,
        git: [url: 'git@git.example.com:team/app.git', branch: 'main', credentialsId: 'git-ssh']
}
echo "${result.archive.files} files arrived in ${result.milliseconds.upload} ms, digest ${result.archive.contentDigest}."

def query = sastQuery(server: 'main', language: 'Java', severity: 'High', queryName: 'SQL_Injection')
echo "Version of the query: ${query.queryVersionCode}."
echo "Branching status: ${sastBranchingStatus(server: 'main', projectId: 104)}"
echo "Git settings: ${sastGitSettings(server: 'main', projectId: 104)}"
''')
        }
    }
}

pipelineJob('dry-run') {
    description('A dry run: lists the files without sending a request.')
    definition {
        cps {
            sandbox()
            script('''\
node {
    sh 'cp -R "$SAMPLE_SOURCES"/. .'
    sastSubmit server: 'main', projectId: '105', dryRun: true, source: [excludes: '**/*.html']
}
''')
        }
    }
}
