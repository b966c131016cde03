import { privateKeyToAccount } from 'viem/accounts';

const MINUTE_MS = 60_000;
/** The pool is funded once the first final blocks were processed. */
const PATIENCE_MS = 90_000;
const LOOK_EVERY_MS = 1000;

/** Markets for newcomers: one ends while they watch, the others later. */
const QUESTIONS = [
  { title: 'Will this market end as Yes?', minutes: 5, outcomes: ['Yes', 'No'] },
  { title: 'Will the second one end as Yes?', minutes: 60, outcomes: ['Yes', 'No'] },
  { title: 'Which colour will an admin choose?', minutes: 24 * 60, outcomes: ['Green', 'Blue', 'Amber'] },
];
const DESCRIPTION = 'Made up for practice: two practice admins decide how it ends.';

/**
 * Opens markets on a practice chain like an admin: signs in with the wallet and creates them one by one.
 *
 * @param {{ url: string, adminKey: `0x${string}` }} where
 * @returns {Promise<string[]>} their titles
 */
export async function openPracticeMarkets({ url, adminKey }) {
  const call = caller(url);
  const admin = privateKeyToAccount(adminKey);
  const { nonce, message } = await call('GET', `/api/auth/nonce?wallet=${admin.address}`);
  const { token } = await call('POST', '/api/auth/verify', {
    body: {
      wallet: admin.address,
      nonce,
      walletType: 'evm',
      signature: await admin.signMessage({ message }),
    },
  });
  const deadline = Date.now() + PATIENCE_MS;
  for (const { title, minutes, outcomes } of QUESTIONS) {
    const eventDate = new Date(Date.now() + minutes * MINUTE_MS).toISOString();
    const form = { type: 'crypto', category: 'all', title, description: DESCRIPTION, outcomes, eventDate };
    for (;;) {
      try {
        await call('POST', '/api/admin/create-market', { token, body: form });
        break;
      } catch (error) {
        if (error.code !== 'pool-too-small' || Date.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    }
  }
  return QUESTIONS.map(({ title }) => title);
}

/**
 * @param {string} url
 * @returns {(method: string, path: string, sent?: { token?: string, body?: object }) => Promise<any>}
 */
function caller(url) {
  return async (method, path, { token, body } = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    /** @type {any} */
    const content = await answer.json();
    if (answer.ok) return content;
    throw Object.assign(new Error(`${method} ${path}: ${answer.status} ${content.error}`), {
      code: content.code,
    });
  };
}
