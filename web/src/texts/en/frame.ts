/** What stands around every page: header, footer, and what is drawn while a page loads or fails. */
export const frame = {
  skipToContent: 'Skip to content',
  loadingPage: 'Loading the page…',
} as const;
