import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';

/**
 * A mutation that is not begun again while it is on its way: the second click of a double click comes before
 * the button is drawn as pressed, and its answer would stand in the place of the first one's.
 */
export function useLoneMutation<Data, Variables>(options: UseMutationOptions<Data, Error, Variables>) {
  const queryClient = useQueryClient();
  const mutationKey = [useId()];
  const mutation = useMutation({ ...options, mutationKey });
  const mutate: typeof mutation.mutate = (...call) => {
    if (queryClient.isMutating({ mutationKey }) === 0) mutation.mutate(...call);
  };
  return { ...mutation, mutate };
}
