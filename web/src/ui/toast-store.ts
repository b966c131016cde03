import { store } from '../signals/store.ts';

/** At most one notification is kept; a new one replaces it. */
const TOAST_LIMIT = 1;
/** How long a dismissed notification stays in the store, in ms. */
const TOAST_REMOVE_DELAY_MS = 1_000_000;

export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** Id of the event it reports, if that is also reported elsewhere, so recent activity has it only once. */
  about?: string;
}

interface StoredToast extends ToastMessage {
  id: string;
  open: boolean;
}

const shown = store<readonly StoredToast[]>([]);
let lastId = 0;
const removals = new Map<string, ReturnType<typeof setTimeout>>();

/** Shows a notification and returns its id, for dismissing it early. */
export function toast(message: ToastMessage): string {
  lastId += 1;
  const id = String(lastId);
  const kept = [{ ...message, id, open: true }, ...currentToasts()].slice(0, TOAST_LIMIT);
  for (const dropped of currentToasts()) if (!kept.includes(dropped)) forgetRemoval(dropped.id);
  shown.set(kept);
  return id;
}

/** Shows a notification of something that failed. */
export function toastFailure(title: string, description: string): void {
  toast({ title, description, variant: 'destructive' });
}

/** Closes one notification, or all; it leaves the store after the removal delay. */
export function dismissToast(id?: string): void {
  const closing = currentToasts().filter((each) => id === undefined || each.id === id);
  for (const each of closing) {
    if (removals.has(each.id)) continue;
    removals.set(
      each.id,
      setTimeout(() => removeToast(each.id), TOAST_REMOVE_DELAY_MS),
    );
  }
  shown.set(currentToasts().map((each) => (closing.includes(each) ? { ...each, open: false } : each)));
}

/** The current toasts, newest first; the same array until something changes. */
export const currentToasts = shown.read;

/** Calls back after every change until the returned function is called. */
export const subscribeToToasts = shown.subscribe;

/** The current toasts for a component. */
export const useToasts = shown.use;

function removeToast(id: string): void {
  forgetRemoval(id);
  shown.set(currentToasts().filter((each) => each.id !== id));
}

function forgetRemoval(id: string): void {
  clearTimeout(removals.get(id));
  removals.delete(id);
}
