/** The outcomes of a market that can ever have odds: all, or only the first if the feed prices one side. */
export const pricedOutcomes = <O>({
  oneSided,
  outcomes,
}: {
  readonly oneSided?: true | undefined;
  readonly outcomes: readonly O[];
}): readonly O[] => (oneSided ? outcomes.slice(0, 1) : outcomes);
