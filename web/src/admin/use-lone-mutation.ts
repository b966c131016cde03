import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';

/**
 * A mutation that ignores calls while one is pending: the second click of a double click comes before the button
 * is disabled, and its answer would replace the first one's.
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
