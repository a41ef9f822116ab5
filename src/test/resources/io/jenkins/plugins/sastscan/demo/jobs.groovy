// The sample jobs of bin/demo --jenkins, in the words of Job DSL.
// A job of yours has a checkout where these copy a directory of this machine.

job('freestyle') {
    description('The build step <i>SAST: submit source</i> as it comes: archive the workspace, upload it, force the scan.')
    steps {
        // A file that grows from build to build, for the trend to show.
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
                sastScan server: 'main', projectId: '103', source: [excludes: '**/*.png']
            }
        }
    }
}
''')
        }
    }
}

pipelineJob('scripted') {
    description('A scripted pipeline that asks the server, submits source and SSH settings, and uses what comes back.')
    definition {
        cps {
            sandbox()
            script('''\
def license = sastLicense(server: 'main')
echo "The server is licensed until ${license.expirationDate}."

def result
node {
    sh 'cp -R "$SAMPLE_SOURCES"/. .'
    result = sastScan server: 'main', projectId: 104,
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
    description('Lists what would be sent and what is left out; the server is not asked anything.')
    definition {
        cps {
            sandbox()
            script('''\
node {
    sh 'cp -R "$SAMPLE_SOURCES"/. .'
    sastScan server: 'main', projectId: '105', dryRun: true, source: [excludes: '**/*.html']
}
''')
        }
    }
}
