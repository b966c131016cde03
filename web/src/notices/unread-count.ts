import { store } from '../signals/store.ts';

/** Number of new notices. Separate, because the header needs it before the notices' code loads. */
export const unreadCount = store(0);

export const useUnreadCount = unreadCount.use;
