import { VisuallyHidden as Primitive } from 'radix-ui';
/** Text for screen readers only. */
export const VisuallyHidden = Primitive.Root;
