/** Such as `Over 2.5`, `Arsenal (-1.5)` or `Arsenal or Draw`. */
export function nameOutcome(
  side: string,
  { line, home, away }: { line: number | null; home: string; away: string },
): string {
  const names: Readonly<Record<string, string>> = {
    '1': home,
    '2': away,
    X: 'Draw',
    '1X': `${home} or Draw`,
    '12': `${home} or ${away}`,
    '2X': `${away} or Draw`,
    Over: `Over ${line}`,
    Under: `Under ${line}`,
    H1: `${home} (${signed(line)})`,
    HX: `Draw (${home} ${signed(line)})`,
    H2: `${away} (${signed(line)})`,
  };
  return side
    .split(' & ')
    .map((part) => names[part] ?? part)
    .join(' & ');
}

/** A line with its sign, such as `+1.5`; zero has none. */
export const signed = (line: number | null): string =>
  line !== null && line > 0 ? `+${line}` : String(line ?? 0);
