/** What a fake server does with a request: answers it, or throws as `fetch` does. */
export type Step = (request: FakeRequest) => Response | Promise<Response>;

interface FakeRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal | undefined;
}

/** A `fetch` that takes these steps in order, with the requests that it got. The last step serves all later requests. */
export function fakeServer(...steps: readonly Step[]) {
  const requests: FakeRequest[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request: FakeRequest = {
      url: String(url),
      method: init.method ?? 'GET',
      headers: { ...(init.headers as Record<string, string>) }, // the client sends plain objects
      body: init.body === undefined || init.body === null ? undefined : String(init.body),
      signal: init.signal ?? undefined,
    };
    requests.push(request);
    const step = steps[Math.min(requests.length, steps.length) - 1];
    if (step === undefined) throw new Error('the fake server has no steps');
    return step(request);
  };
  return { fetch, requests };
}

export const answers =
  (status: number, body: string, headers: Record<string, string> = {}): Step =>
  () =>
    new Response(body, { status, headers });

export const refusal = (status: number, code: string, { retryAfter }: { retryAfter?: string } = {}): Step =>
  answers(
    status,
    JSON.stringify({ error: `Refused: ${code}.`, code, requestId: 'r1' }),
    retryAfter === undefined ? {} : { 'Retry-After': retryAfter },
  );

export const noAnswer = (): Step => () => {
  throw new TypeError('fetch failed');
};

/** A stream of events under the test's control. */
export function eventStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
  });
  const step: Step = ({ signal }) => {
    signal?.addEventListener('abort', () => controller?.error(signal.reason), { once: true });
    return new Response(body, { status: 200, headers: { 'Content-Type': 'text/event-stream' } });
  };
  return {
    step,
    send(event: string, data: unknown, id?: string) {
      const head = id === undefined ? '' : `id: ${id}\n`;
      controller?.enqueue(
        new TextEncoder().encode(`event: ${event}\n${head}data: ${JSON.stringify(data)}\n\n`),
      );
    },
    sendText: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
    breakOff: () => controller?.error(new TypeError('terminated')),
  };
}
