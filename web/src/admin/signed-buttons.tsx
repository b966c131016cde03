import { t } from '../texts/t-admin.ts';
import { t as ofSign } from '../texts/t-sign.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';

interface SignedButtonsProps extends Pick<ButtonProps, 'variant' | 'disabled'> {
  call: { isPending: boolean; isSigning: boolean; isSent: boolean; leave: () => void };
  /** The way out, where it is not simply to leave. */
  out?: { label: string; onClick: () => void };
  action: string;
  pendingAction: string;
  /** Absent in a form, which the button submits. */
  onAct?: () => void;
}

/** Below what is asked: the way out, and the button that does it, which says what is waited for. */
export function SignedButtons({ call, out, action, pendingAction, onAct, ...rest }: SignedButtonsProps) {
  const { isPending, isSigning, isSent, leave } = call;
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="secondary" disabled={isSent} onClick={out?.onClick ?? leave}>
        {out?.label ?? t('adminFrame.cancel')}
      </Button>
      <Button
        {...rest}
        type={onAct ? 'button' : 'submit'}
        disabled={isPending || rest.disabled}
        aria-busy={isPending}
        onClick={onAct}
      >
        {isSigning ? ofSign('sign.waiting') : isPending ? pendingAction : action}
      </Button>
    </div>
  );
}
