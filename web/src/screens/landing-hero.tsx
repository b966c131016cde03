import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../data/queries.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { LandingWords } from './landing-words.tsx';

/** The top of the landing page with its live parts. */
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
