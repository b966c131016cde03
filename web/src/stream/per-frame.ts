/** A hidden page draws no frames; what came in is taken over after this long all the same, in ms. */
const AT_LATEST_MS = 250;

/** Something done at most once per frame, however often it is asked for. */
export interface PerFrame {
  ask(): void;
  /** What was asked for is done no more. */
  stop(): void;
}

export function perFrame(run: () => void): PerFrame {
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
    stop,
  };
}
