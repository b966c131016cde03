import { store } from '../signals/store.ts';

/** Whether a newer version of the app is ready on the device. */
export const newVersion = store(false);

export const useNewVersion = newVersion.use;
