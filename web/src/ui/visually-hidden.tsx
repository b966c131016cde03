import { VisuallyHidden as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';

/** Text for screen readers only. */
export function VisuallyHidden(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root {...props} />;
}
