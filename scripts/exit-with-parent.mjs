// Preloaded into supervised programs. Their standard input is a pipe that nobody writes to; it ends when the
// process that holds the other end is gone, and with it the way signals would have come.

// Under `node --watch` the watcher would linger and start the program again: it is the one to stop.
const toStop = process.env.WATCH_REPORT_DEPENDENCIES ? process.ppid : process.pid;
process.stdin.once('close', () => process.kill(toStop, 'SIGTERM')).resume();
process.stdin.unref();
