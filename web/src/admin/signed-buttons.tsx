import { t } from '../texts/t-admin.ts';
import { t as ofSign } from '../texts/t-sign.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';

interface SignedButtonsProps extends Pick<ButtonProps, 'variant' | 'disabled'> {
  call: { isPending: boolean; isSigning: boolean; isSent: boolean; leave: () => void };
  /** Replaces the Cancel button. */
  out?: { label: string; onClick: () => void };
  action: string;
  /** Absent in a form: the button submits it. */
  onAct?: () => void;
}

/** A dialog's Cancel button and its action button, which shows what the call is waiting for. */
export function SignedButtons({ call, out, action, onAct, ...rest }: SignedButtonsProps) {
  const { isPending, isSigning, isSent, leave } = call;
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="secondary" disabled={isSent} onClick={out?.onClick ?? leave}>
        {out?.label ?? t('controls.cancel')}
      </Button>
      <Button
        {...rest}
        type={onAct ? 'button' : 'submit'}
        disabled={isPending || rest.disabled}
        aria-busy={isPending}
        onClick={onAct}
      >
        {isSigning ? ofSign('sign.waiting') : isPending ? t('adminFrame.sending') : action}
      </Button>
    </div>
  );
}
