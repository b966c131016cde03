import { refusal } from '@tallystone/api/azuro/stand-in/answer-request.ts';
import {
  API,
  answer,
  readBody,
  type StandIn,
  type StandInSettings,
  startStandIn,
} from '@tallystone/api/azuro/stand-in/start-stand-in.ts';
import { answerControl, openControl, type StandInControl } from './control.ts';
import { Failures } from './failures.ts';

const CONTROL = '/__control/';
/** Large, because controls can set a hostile feed's responses. */
const LARGEST_BODY = 50_000_000;

export interface ControlledStandIn extends StandIn {
  /** The controls for the same process, whether or not they are open over HTTP. */
  readonly control: StandInControl;
}

export interface ControlledSettings extends Omit<StandInSettings, 'intercept'> {
  /** Whether its controls are open over HTTP, see control.ts. */
  readonly control: boolean;
}

/** Plays Azuro as in a demo, and lets tests control it. */
export async function startControlledStandIn({
  control: isOpen,
  now = Date.now,
  ...settings
}: ControlledSettings): Promise<ControlledStandIn> {
  const failures = new Failures();
  const requests = new Map<string, number>();
  const standIn = await startStandIn({
    ...settings,
    now,
    async intercept(url, request, response) {
      if (url.pathname.startsWith(CONTROL) && isOpen) {
        const body = await readBody(request, LARGEST_BODY);
        if (request.method !== 'POST') answer(response, refusal(405, 'Controls take POST.'));
        else if (!body.ok) answer(response, body.refusal);
        else answer(response, answerControl(control, url.pathname.slice(CONTROL.length), body.json));
        return true;
      }
      if (!url.pathname.startsWith(`${API}/`)) return false;
      const path = url.pathname.slice(API.length);
      requests.set(path, (requests.get(path) ?? 0) + 1);
      return failures.meet(url, response);
    },
  });
  const control = openControl({ ...standIn, failures, requests, now });
  return { ...standIn, control };
}
