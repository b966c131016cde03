import * as z from 'zod/mini';
import type { Reason } from './all.ts';

/** A sentence's code with its facts, sent beside the sentence. Not validated, because only the server makes it. */
export const reasonSchema = z.custom<Reason>();
