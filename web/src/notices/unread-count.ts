import { store } from '../signals/store.ts';

/** How many notices are new. Known to the header from the start; the notices themselves come later. */
export const unreadCount = store(0);

export const useUnreadCount = unreadCount.use;
