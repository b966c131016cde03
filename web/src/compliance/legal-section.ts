import type { ReactNode } from 'react';

export interface LegalSection {
  /** Anchor in the address; links from elsewhere point to it, so it never changes. */
  id: string;
  title: string;
  body: ReactNode;
}
