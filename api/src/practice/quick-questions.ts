import type { PracticeQuestion } from './practice-questions.ts';

/** Like other practice questions, but in sports too, where the longer markets come from games. */
export type QuickQuestion = Omit<PracticeQuestion, 'category'> & {
  category: PracticeQuestion['category'] | 'sports';
};

/**
 * Questions of quick markets. Each is about something simulated that a few minutes decide. All have two to four outcomes,
 * none of them unlikely, so that a newcomer's first bet has a fair chance to win.
 */
export const QUICK_QUESTIONS: readonly QuickQuestion[] = [
  {
    category: 'sports',
    subcategory: 'soccer',
    title: 'Simulated penalty shoot-out: Harbour City or Northgate?',
    about: 'Five kicks each, then one by one.',
    outcomes: { 'Harbour City': 0.52, Northgate: 0.48 },
  },
  {
    category: 'sports',
    subcategory: 'basketball',
    title: 'Simulated free-throw duel: who scores more of ten?',
    about: 'Two invented players with ten throws each.',
    outcomes: { 'Mara Quill': 0.44, Draw: 0.15, 'Jo Tannen': 0.41 },
  },
  {
    category: 'sports',
    subcategory: 'tennis',
    title: 'Simulated tie-break: Ana Vukic or Klara Lindholm?',
    about: 'First to seven points, two ahead.',
    outcomes: { 'Ana Vukic': 0.46, 'Klara Lindholm': 0.54 },
  },
  {
    category: 'sports',
    subcategory: 'hockey',
    title: 'Simulated overtime: how does it end?',
    about: 'Three against three, five simulated minutes.',
    outcomes: { 'Home goal': 0.39, 'Away goal': 0.35, 'Shoot-out': 0.26 },
  },
  {
    category: 'politics',
    subcategory: 'domestic',
    title: 'Simulated council vote in Port Alder: does it pass?',
    about: 'Invented council of 41 seats; a simple majority passes.',
    outcomes: { Passes: 0.57, Fails: 0.43 },
  },
  {
    category: 'politics',
    subcategory: 'elections',
    title: 'Simulated count in Lower Meridian: who leads next?',
    about: 'The next batch of invented ballots decides.',
    outcomes: { 'Civic Union': 0.42, 'People’s Bench': 0.34, 'Green Valley': 0.24 },
  },
  {
    category: 'politics',
    subcategory: 'policy',
    title: 'Simulated debate poll in Valoria: who gains more?',
    about: 'Change among 1,000 invented voters.',
    outcomes: { Government: 0.47, Opposition: 0.53 },
  },
  {
    category: 'crypto',
    subcategory: 'bitcoin',
    title: 'Simulated Bitcoin: up or down at the close?',
    about: 'The simulated price at the close against that at the opening.',
    outcomes: { Up: 0.51, Down: 0.49 },
  },
  {
    category: 'crypto',
    subcategory: 'ethereum',
    title: 'Simulated Ether: how far does it move by the close?',
    about: 'Up or down from the simulated price at the opening.',
    outcomes: { 'Under 0.1%': 0.38, '0.1% to 0.3%': 0.36, '0.3% or more': 0.26 },
  },
  {
    category: 'crypto',
    subcategory: 'altcoins',
    title: 'Simulated coin race: A, B or C?',
    about: 'The largest gain in percent among three simulated coins.',
    outcomes: { 'Coin A': 0.37, 'Coin B': 0.33, 'Coin C': 0.3 },
  },
];
