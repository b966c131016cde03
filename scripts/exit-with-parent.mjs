// Preloaded into supervised programs: when the process that started this one is gone, so are its signals.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
