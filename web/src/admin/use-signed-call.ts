import type { UseMutationOptions } from '@tanstack/react-query';
import { type ActSigner, useSignAct } from '../identity/use-sign-act.ts';
import { useLoneMutation } from './use-lone-mutation.ts';

type Options<Data, Variables> = Omit<UseMutationOptions<Data, Error, Variables>, 'mutationFn'> & {
  mutationFn: (variables: Variables, sign: ActSigner['sign']) => Promise<Data>;
  /** Closes the dialog around the call. */
  onClose: () => void;
};

/** A call from a dialog that the wallet may need to sign first. */
export function useSignedCall<Data, Variables>({
  mutationFn,
  onClose,
  ...options
}: Options<Data, Variables>) {
  const { isSigning, sign, cancel } = useSignAct();
  const call = useLoneMutation<Data, Variables>({
    ...options,
    mutationFn: (variables) => mutationFn(variables, sign),
  });
  // The dialog stays open while the call is sent, so that a failure is seen.
  const isSent = call.isPending && !isSigning;
  const leave = () => {
    cancel();
    onClose();
  };
  return { ...call, isSigning, isSent, cancel, leave, close: () => !isSent && leave() };
}
