import * as z from 'zod/mini';
import type { Reason } from './all.ts';

/** Beside a sentence for people: its code with its facts. The server alone makes it, so nothing checks it. */
export const reasonSchema = z.custom<Reason>();
