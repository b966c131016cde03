// Preloaded into supervised programs. Their standard input is a pipe without data. It closes when the parent process
// is gone and can't send signals anymore.

// Under `node --watch` the watcher would stay and restart the program, so stop the watcher.
const toStop = process.env.WATCH_REPORT_DEPENDENCIES ? process.ppid : process.pid;
process.stdin.once('close', () => process.kill(toStop, 'SIGTERM')).resume();
process.stdin.unref();
