import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../data/queries.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { LandingWords } from './landing-words.tsx';

/** The first thing a visitor sees: the promise in words and as a receipt. */
export function LandingHero() {
  const { data: config } = useQuery(configQuery);
  const { connected, practiceOffered, openPracticeMenu } = useWallet();
  return (
    <LandingWords
      offers={!connected}
      onTryDemo={practiceOffered && !connected ? openPracticeMenu : undefined}
      isDemo={config?.mode === 'demo'}
    />
  );
}
