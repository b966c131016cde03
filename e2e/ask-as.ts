import type { Page } from '@playwright/test';

interface Question {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  data?: unknown;
}

/** Calls the server from within a page with its session, for setup and checks outside the test itself. */
export async function askAs<T = unknown>(
  page: Page,
  question: Question,
): Promise<{ status: number; body: T }> {
  return page.evaluate(async ({ method, path, data }) => {
    const answer = await fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${localStorage.getItem('authToken')}`,
        ...(data !== undefined && { 'content-type': 'application/json' }),
      },
      ...(data !== undefined && { body: JSON.stringify(data) }),
    });
    // The server's own tests check its answers against the schemas.
    return { status: answer.status, body: (await answer.json()) as T };
  }, question);
}

/** The same if any error would be a fault of the test. */
export async function answerAs<T>(page: Page, question: Question): Promise<T> {
  const { status, body } = await askAs<T>(page, question);
  if (status !== 200)
    throw new Error(`${question.method} ${question.path}: ${status} ${JSON.stringify(body)}`);
  return body;
}
