import type { Category } from '@tallystone/core/http-api/markets';

export interface PracticeQuestion {
  title: string;
  /** What would decide it if it were real. The market's description adds how it is decided. */
  about: string;
  category: Extract<Category, 'politics' | 'crypto'>;
  subcategory: string;
  /** Starting probabilities by name, in display order; they add to 1. */
  outcomes: Readonly<Record<string, number>>;
}

type Asked = readonly [title: string, about: string, outcomes: PracticeQuestion['outcomes']];

/** By category and subcategory. */
const QUESTIONS: Readonly<Record<PracticeQuestion['category'], Readonly<Record<string, readonly Asked[]>>>> =
  {
    politics: {
      elections: [
        [
          'Which party comes first in the Valoria general election?',
          'Invented country with five parties; most seats decides.',
          {
            'Civic Union': 0.34,
            'Green Valley': 0.24,
            'People’s Bench': 0.22,
            'Free Harbour': 0.14,
            Other: 0.06,
          },
        ],
        [
          'Turnout in the Valoria general election?',
          'Invented election; share of the registered voters.',
          { 'Under 60%': 0.21, '60% to 66%': 0.36, '66% to 72%': 0.3, '72% or more': 0.13 },
        ],
        [
          'Will the mayoral race in Port Alder go to a second round?',
          'Invented city; a second round is held when nobody has half of the votes.',
          { Yes: 0.71, No: 0.29 },
        ],
        [
          'Who wins the by-election in Lower Meridian?',
          'Invented constituency with four candidates, known by their parties.',
          { 'Civic Union': 0.43, 'People’s Bench': 0.31, 'Green Valley': 0.19, Independent: 0.07 },
        ],
        [
          'How many parties enter the next council of Saltmarsh?',
          'Invented council with a threshold of 4%.',
          { 'Four or fewer': 0.18, Five: 0.37, Six: 0.31, 'Seven or more': 0.14 },
        ],
      ],
      policy: [
        [
          'Will Valoria’s parliament pass the Coastal Rail Act?',
          'Invented bill, third reading, simple majority.',
          { Yes: 0.57, No: 0.43 },
        ],
        [
          'What will the Bank of Valoria do with its rate?',
          'Invented central bank; the announced change of its main rate.',
          { Cut: 0.33, Hold: 0.54, Raise: 0.13 },
        ],
        [
          'Size of Valoria’s majority for the Clean Harbours Act?',
          'Invented bill in a house of 201 seats.',
          { 'It fails': 0.26, '1 to 10 votes': 0.35, '11 to 30 votes': 0.27, 'More than 30': 0.12 },
        ],
        [
          'Will Port Alder make its trams free to ride?',
          'Invented city; decided by a vote of its council.',
          { Yes: 0.22, No: 0.78 },
        ],
      ],
      international: [
        [
          'Will Valoria and Estmark sign the river treaty?',
          'Invented countries; signed by both before betting closes.',
          { Yes: 0.61, No: 0.39 },
        ],
        [
          'Which city hosts the next Meridian Summit?',
          'Invented summit of eight invented countries.',
          { 'Port Alder': 0.37, Estholm: 0.28, Saltmarsh: 0.2, 'Another city': 0.15 },
        ],
        [
          'How many countries join the Northern Grid at launch?',
          'Invented treaty with nine invited countries.',
          { 'Five or fewer': 0.2, Six: 0.29, Seven: 0.28, 'Eight or nine': 0.23 },
        ],
      ],
      domestic: [
        [
          'Will Valoria’s budget pass at the first vote?',
          'Invented parliament; amendments count as a pass.',
          { Yes: 0.66, No: 0.34 },
        ],
        [
          'Which ministry changes hands in Valoria’s reshuffle?',
          'Invented government; the first change announced decides.',
          { Transport: 0.3, Health: 0.26, Energy: 0.22, Finance: 0.12, None: 0.1 },
        ],
      ],
    },
    crypto: {
      bitcoin: [
        [
          'Simulated Bitcoin: higher or lower at the close?',
          'Compared with the simulated price at the opening of this market.',
          { Higher: 0.52, Lower: 0.48 },
        ],
        [
          'Simulated Bitcoin: largest move before the close?',
          'The furthest the simulated price gets from its opening, up or down.',
          { 'Under 1%': 0.31, '1% to 2%': 0.33, '2% to 4%': 0.24, '4% or more': 0.12 },
        ],
        [
          'Will simulated Bitcoin close above its 7-day average?',
          'Both computed from the simulated price.',
          { Yes: 0.55, No: 0.45 },
        ],
        [
          'Simulated Bitcoin blocks in the last hour before the close?',
          'Counted on a simulated chain with ten minutes between blocks on average.',
          { '4 or fewer': 0.28, '5 or 6': 0.32, '7 or 8': 0.25, '9 or more': 0.15 },
        ],
      ],
      ethereum: [
        [
          'Simulated Ether against simulated Bitcoin: which gains more?',
          'Change in percent from opening to close.',
          { Ether: 0.47, Bitcoin: 0.53 },
        ],
        [
          'Simulated Ether gas at the close?',
          'Average of the last 100 simulated blocks, in gwei.',
          { 'Under 5': 0.27, '5 to 15': 0.38, '15 to 40': 0.25, '40 or more': 0.1 },
        ],
        [
          'Will simulated Ether touch a new weekly high?',
          'Against the seven simulated days before the opening.',
          { Yes: 0.24, No: 0.76 },
        ],
      ],
      altcoins: [
        [
          'Which simulated coin gains most by the close?',
          'Change in percent from opening to close, among five simulated coins.',
          { 'Coin A': 0.26, 'Coin B': 0.23, 'Coin C': 0.2, 'Coin D': 0.18, 'Coin E': 0.13 },
        ],
        [
          'How many of ten simulated coins close higher?',
          'Each compared with its own simulated opening price.',
          { '0 to 3': 0.24, '4 or 5': 0.33, '6 or 7': 0.28, '8 to 10': 0.15 },
        ],
        [
          'Will the smallest of five simulated coins beat the largest?',
          'By change in percent from opening to close.',
          { Yes: 0.44, No: 0.56 },
        ],
      ],
      defi: [
        [
          'Simulated lending rate for USDC at the close?',
          'Yearly rate of a simulated lending pool.',
          { 'Under 3%': 0.19, '3% to 5%': 0.42, '5% to 8%': 0.27, '8% or more': 0.12 },
        ],
        [
          'Will the simulated pool keep its peg all the way?',
          'Peg: between 0.995 and 1.005 in every simulated minute.',
          { Yes: 0.83, No: 0.17 },
        ],
      ],
      nft: [
        [
          'Floor price of a simulated collection at the close?',
          'Compared with the simulated floor at the opening.',
          { 'Down 5% or more': 0.23, 'Within 5%': 0.49, 'Up 5% or more': 0.28 },
        ],
        [
          'Will a simulated auction of ten pieces sell out?',
          'Invented auction; unsold pieces make it No.',
          { Yes: 0.38, No: 0.62 },
        ],
      ],
    },
  };

/**
 * Questions of practice markets. Places, offices and parties are invented; crypto questions are about a simulated price
 * that starts at the real coin's usual order of magnitude. None is about a real event or claims to be.
 */
export const PRACTICE_QUESTIONS: readonly PracticeQuestion[] = (['politics', 'crypto'] as const).flatMap(
  (category) =>
    Object.entries(QUESTIONS[category]).flatMap(([subcategory, asked]) =>
      asked.map(([title, about, outcomes]) => ({ category, subcategory, title, about, outcomes })),
    ),
);
