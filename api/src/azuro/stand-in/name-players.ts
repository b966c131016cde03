import { noise } from './noise.ts';

const FIRST_NAMES = [
  ...['Adrian', 'Aleks', 'Anton', 'Bastian', 'Bruno', 'Callum', 'Dario', 'Davor', 'Elias', 'Emil', 'Fabio'],
  ...['Felix', 'Gonzalo', 'Henrik', 'Hugo', 'Ivo', 'Jakob', 'Joel', 'Jonas', 'Kaspar', 'Leon', 'Luca'],
  ...['Mads', 'Marek', 'Mateo', 'Milan', 'Nico', 'Oskar', 'Owen', 'Pavel', 'Rafael', 'Renato', 'Robin'],
  ...['Samuel', 'Simon', 'Stefan', 'Tomas', 'Viktor', 'Youssef', 'Zoran'],
] as const;

/** Invented, so that no player has the name of a person. */
const LAST_NAMES = [
  ...['Abrandt', 'Adelvik', 'Almorado', 'Arvesson', 'Baltrani', 'Belmarez', 'Bordovik', 'Brannoway'],
  ...['Calvareo', 'Castrenho', 'Corvinek', 'Dalgrund', 'Delmiro', 'Dorvath', 'Drasovic', 'Eldering'],
  ...['Esquivano', 'Falkmere', 'Fendrik', 'Ferrando', 'Galvane', 'Gormund', 'Grevinho', 'Halvorin'],
  ...['Harkwell', 'Hollmark', 'Iradale', 'Istrovic', 'Jarnholt', 'Jovarek', 'Kalmeyer', 'Kestrow'],
  ...['Kolvane', 'Lavandeiro', 'Lindquarr', 'Lomarick', 'Madrenko', 'Malvesi', 'Mirandell', 'Norvald'],
  ...['Obrescu', 'Ostrander', 'Palvicini', 'Pedrosian', 'Quarrick', 'Radomir', 'Ravenholt', 'Rosvall'],
  ...['Salvarez', 'Sandelius', 'Sorvino', 'Taldemar', 'Torvanen', 'Ulvestad', 'Valdoro', 'Varnhagen'],
  ...['Vestergren', 'Wexcombe', 'Yarrowby', 'Zelmanek'],
] as const;

/**
 * Names of players of both clubs, those of the first club first. A club has the same players in each game, unless both
 * clubs would have one with the same last name.
 */
export function namePlayers(clubs: readonly [string, string], perClub: number): string[] {
  const taken = new Set<string>();
  return clubs.flatMap((club) =>
    Array.from({ length: perClub }, (_, place) => {
      const key = `player:${club}:${place}`;
      for (let attempt = 0; ; attempt++) {
        const last = elementAt(LAST_NAMES, noise(`${key}:last:${attempt}`));
        if (taken.has(last)) continue;
        taken.add(last);
        return `${elementAt(FIRST_NAMES, noise(`${key}:first`))} ${last}`;
      }
    }),
  );
}

function elementAt(list: readonly string[], share: number): string {
  return list[Math.floor(share * list.length)] ?? '';
}
