import type { ComponentType } from 'react';
import type { TextKey } from '../texts/t-legal.ts';

export interface LegalSection {
  /** Anchor in the address. External links use it, so it never changes. */
  id: string;
  title: TextKey;
  Body: ComponentType;
}
