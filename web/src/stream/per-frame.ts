/** A hidden page has no frames, so run after this long anyway, in ms. */
const AT_LATEST_MS = 250;

/** Runs something at most once per frame. */
export function perFrame(run: () => void) {
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = undefined;
    timer = undefined;
  };
  const go = () => {
    stop();
    run();
  };
  return {
    ask() {
      if (timer !== undefined) return;
      frame = requestAnimationFrame(go);
      timer = setTimeout(go, AT_LATEST_MS);
    },
    /** Cancels a pending run. */
    stop,
  };
}
