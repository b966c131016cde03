/** The region of toasts, for screen readers. */
export const toasts = {
  // Read before the words of each toast.
  notification: 'Notification',
} as const;
