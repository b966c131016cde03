import { noise } from './noise.ts';

/** Each round of games is played by one of two groups of clubs, in turn: so a club never plays two games at once. */
const GROUPS = [
  [
    'FC Altmark',
    'SV Brunnental',
    'CF Calador',
    'Dunmore Rovers',
    'FK Elvarad',
    'AC Fontana Viva',
    'Granholm IF',
    'Harrow Vale United',
    'Inter Isolane',
    'Jarnvik BK',
    'CD Kantera',
    'Lockwood Town',
    'FC Montreval',
    'NK Novigor',
    'Ostholm 09',
    'CF Puerto Lindo',
    'Quayside Athletic',
    'Racing Robleda',
    'SC Sternau',
    'Torrewood City',
  ],
  [
    'FC Ulmenfeld',
    'CF Valdeluna',
    'Westmere Albion',
    'SK Yarovo',
    'Zellbach 1911',
    'AS Aubrive',
    'Bellport FC',
    'CA Cordalba',
    'FC Dornach',
    'Estrela do Cabo',
    'Fairhaven Wanderers',
    'GD Lagoa Azul',
    'Hellmark FF',
    'FC Ilmenau Nord',
    'Kilbrannan Celtic',
    'US Lumaro',
    'CF Miramonte',
    'Northgate Borough',
    'OFK Planina',
    'SC Rivadoro',
  ],
] as const;

/** The clubs of a game. @param place the game's, from 0 @returns the same for the same key and place */
export function nameClubs(key: string, place: number): readonly [string, string] {
  const games = GROUPS[0].length / 2;
  const round = Math.floor(place / games);
  const clubs = GROUPS[round % 2 === 0 ? 0 : 1]
    .map((name) => ({ name, at: noise(`${key}:club:${round}:${name}`) }))
    .sort((a, b) => a.at - b.at);
  const [home, away] = clubs.slice(2 * (place % games));
  return [home?.name ?? '', away?.name ?? ''];
}
