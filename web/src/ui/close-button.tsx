import { X } from 'lucide-react';
import { Button, type ButtonProps } from './button.tsx';

/** An icon button with a cross. */
export function CloseButton({ label, ...rest }: ButtonProps & { label: string }) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} {...rest}>
      <X aria-hidden="true" className="size-5" />
    </Button>
  );
}
