import type { NewMarketForm } from '@tallystone/core/http-api/admin-markets';
import { checkNewMarket, type MarketProblems } from '@tallystone/core/markets/check-new-market';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { t } from '../texts/t-admin.ts';
import { translatedMessage } from '../texts/translated.ts';
import { toast, toastFailure } from '../ui/toast-store.ts';
import { adminProblem } from './admin-problem.ts';
import type { NewMarketField } from './new-market-field.tsx';
import type { NewMarketFormProps } from './new-market-form.tsx';
import type { FieldProblems } from './new-market-problems.tsx';
import { type NewMarketValues, toNewMarketForm } from './new-market-values.ts';
import { renewResults } from './results-query.ts';
import { useLoneMutation } from './use-lone-mutation.ts';

/** Properties of a part of the form. */
export interface FormPartProps {
  form: UseFormReturn<NewMarketValues>;
  sending: ReturnType<typeof useNewMarketSending>;
}

type Sending = Omit<NewMarketFormProps, 'lossBudget'> & { values: NewMarketValues };

/** Sends the form for a new market once it is valid, and reports the error of each field. */
export function useNewMarketSending({ form, values, now, futures, onCreated }: Sending) {
  const queryClient = useQueryClient();
  const { getFieldState, formState, handleSubmit } = form;
  const wire = useMemo(() => toNewMarketForm(values), [values]);
  const judged = useMemo(() => checkNewMarket(wire, { now, futures }), [wire, now, futures]);
  const [tried, setTried] = useState(0);
  const [left, setLeft] = useState<ReadonlySet<NewMarketField>>(new Set());
  const forget = () => {
    setTried(0);
    setLeft(new Set());
  };
  const create = useLoneMutation({
    mutationFn: (body: NewMarketForm) => callApi('createMarket', { body }),
    onSuccess: ({ waits }, sent) => {
      const title = sent.title.trim();
      toast(
        waits === undefined
          ? { title: t('adminCreate.created'), description: title }
          : { title: t('adminFrame.waitsTitle'), description: t('adminCreate.waitsWhat', { title }) },
      );
      forget();
      onCreated({ waits: waits !== undefined });
      renewResults(queryClient);
    },
    onError: (error) => toastFailure(t('adminCreate.failed'), adminProblem(error)),
  });
  // The error itself, for a stable identity: its `fields` getter returns a new object each time.
  const refusal = create.error instanceof ApiError && create.error.body.fields ? create.error : null;
  const refused: FieldProblems | undefined = refusal?.fields;
  const problems = judged.kind === 'refused' ? wordsOf(judged.problems) : {};

  const isTouched = (field: NewMarketField): boolean => {
    const ofEach = (part: 'name' | 'percent') =>
      values.outcomes.every((_, index) => getFieldState(`outcomes.${index}.${part}`, formState).isTouched);
    if (field === 'outcomes') return ofEach('name');
    if (field === 'probabilities') return ofEach('percent');
    return getFieldState(field, formState).isTouched;
  };

  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tried > 0 || refusal !== null) summary.current?.focus();
  }, [tried, refusal]);

  return {
    isPending: create.isPending,
    /** A field's error, once the admin has left the field or tried to send the form. */
    problemOf(field: NewMarketField): string | undefined {
      const isShown = left.has(field) || isTouched(field) || tried > 0;
      if (isShown && problems[field] !== undefined) return problems[field];
      // The server's sentence stays until the field changes.
      const sent = create.variables?.[field];
      return JSON.stringify(sent) === JSON.stringify(wire[field]) ? refused?.[field] : undefined;
    },
    leave: (field: NewMarketField) => setLeft((before) => new Set([...before, field])),
    /** The errors of all fields; null while there are none to show. */
    allProblems:
      (tried > 0 && judged.kind === 'refused') || refused !== undefined
        ? refused && judged.kind === 'ok'
          ? refused
          : problems
        : null,
    /** Gets the focus if the form could not be sent. */
    summary,
    submit: handleSubmit(() => {
      if (judged.kind === 'refused') {
        create.reset();
        setTried((times) => times + 1);
      } else create.mutate(wire);
    }),
    startOver() {
      create.reset();
      forget();
    },
  };
}

const wordsOf = (problems: MarketProblems): FieldProblems =>
  Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, translatedMessage(problem)]));
