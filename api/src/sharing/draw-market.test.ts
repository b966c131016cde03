import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { WireMarket } from '@tallystone/core/http-api/markets';
import { anOutcome, aWireMarket } from '@tallystone/testkit/server/wire-market.ts';
import { describe, expect, test } from 'vitest';
import { drawMarket } from './draw-market.ts';

const at = new Date('2026-11-22T12:00:00.000Z');
const TEAL = '11,92,92';
const CLAY = '179,84,30';
const VIOLET = '91,75,183';

/** The pixels of a picture. */
async function pixelsOf(market: WireMarket) {
  const png = await drawMarket(market, at);
  expect(Buffer.from(png.subarray(0, 8)).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const image = await loadImage(Buffer.from(png));
  expect([image.width, image.height]).toEqual([1200, 630]);
  // Previews are small, and lines aren't always fast.
  expect(png.length).toBeLessThan(300_000);
  const canvas = createCanvas(1200, 630);
  const on = canvas.getContext('2d');
  on.drawImage(image, 0, 0);
  const { data } = on.getImageData(0, 0, 1200, 630);
  const colourAt = (x: number, y: number) =>
    [...data.subarray(4 * (y * 1200 + x), 4 * (y * 1200 + x) + 3)].join(',');
  return {
    colourAt,
    /** How many pixels of an area differ from its background. */
    inkIn: (part: { x: number; y: number; width: number; height: number }) => {
      const ground = colourAt(part.x, part.y);
      let ink = 0;
      for (let y = part.y; y < part.y + part.height; y += 1)
        for (let x = part.x; x < part.x + part.width; x += 1) if (colourAt(x, y) !== ground) ink += 1;
      return ink;
    },
    /** Where each colour of the bar begins, in order. */
    bar: () => {
      const colours: [string, number][] = [];
      for (let x = 112; x < 1088; x += 1) {
        const colour = colourAt(x, 374);
        if ([TEAL, CLAY, VIOLET].includes(colour) && colours.at(-1)?.[0] !== colour)
          colours.push([colour, x]);
      }
      return colours;
    },
  };
}

describe('the picture of a market', () => {
  test("has a tally bar with segments sized by the outcomes' probabilities", async () => {
    const { bar } = await pixelsOf(
      aWireMarket({ outcomes: [anOutcome('A', 50), anOutcome('B', 30), anOutcome('C', 20)] }),
    );
    const parts = bar();
    expect(parts.map(([colour]) => colour)).toEqual([TEAL, CLAY, VIOLET]);
    expect(parts[0]?.[1]).toBe(112);
    expect(parts[1]?.[1]).toBeGreaterThan(112 + 976 * 0.47);
    expect(parts[1]?.[1]).toBeLessThan(112 + 976 * 0.53);
    expect(parts[2]?.[1]).toBeGreaterThan(112 + 976 * 0.77);
    expect(parts[2]?.[1]).toBeLessThan(112 + 976 * 0.83);
  });

  test('shows very unlikely outcomes, and leaves out impossible ones', async () => {
    const { bar } = await pixelsOf(
      aWireMarket({ outcomes: [anOutcome('A', 99.9999), anOutcome('B', 0.0001), anOutcome('C', 0, null)] }),
    );
    expect(bar().map(([colour]) => colour)).toEqual([TEAL, CLAY]);
  });

  test('has the colours of the two leading outcomes next to their names', async () => {
    const { colourAt } = await pixelsOf(
      aWireMarket({ outcomes: [anOutcome('A', 10), anOutcome('B', 30), anOutcome('C', 60)] }),
    );
    expect([colourAt(124, 432), colourAt(628, 432)]).toEqual([VIOLET, CLAY]);
  });

  test('has only the winner once there is one', async () => {
    const { colourAt, inkIn } = await pixelsOf(aWireMarket({ state: 'settled', wonOutcomeId: 'o_No' }));
    expect(colourAt(124, 432)).toBe(CLAY);
    expect(inkIn({ x: 616, y: 460, width: 400, height: 80 })).toBe(0);
  });

  test('has both winners where two won', async () => {
    const { colourAt, inkIn } = await pixelsOf(
      aWireMarket({
        outcomes: [anOutcome('A', 80), anOutcome('B', 60), anOutcome('C', 60)],
        state: 'settled',
        winners: 2,
        wonOutcomeId: 'o_B',
        alsoWonIds: ['o_C'],
      }),
    );
    expect([colourAt(124, 432), colourAt(628, 432)]).toEqual([CLAY, VIOLET]);
    expect(inkIn({ x: 616, y: 460, width: 400, height: 80 })).toBeGreaterThan(0);
  });

  test('never has the side that the feed does not price', async () => {
    const oneSided: Partial<WireMarket> = {
      oneSided: true,
      outcomes: [anOutcome('A', 30), anOutcome('No', 70, null)],
    };
    const open = await pixelsOf(aWireMarket(oneSided));
    const lost = await pixelsOf(aWireMarket({ ...oneSided, state: 'settled', wonOutcomeId: 'o_No' }));
    for (const { colourAt, inkIn } of [open, lost]) {
      expect(colourAt(124, 432)).toBe(TEAL);
      expect(inkIn({ x: 616, y: 460, width: 400, height: 80 })).toBe(0);
    }
  });

  test.each<[string, Partial<WireMarket>]>([
    ['a title of one letter', { title: 'x' }],
    ['a title without spaces', { title: 'W'.repeat(200) }],
    ['tags in its title', { title: '</svg><script>alert(1)</script>' }],
    ['letters of the world in its title', { title: 'Łódź, Việt Nam, Київ, 東京, القاهرة, 👨‍👩‍👧‍👦' }],
    ['half a pair in its title', { title: 'a\ud800b' }],
    ['controls in its title', { title: 'a\u202eb\u0000c\nd' }],
    ['no title', { title: '' }],
    ['no outcomes', { outcomes: [] }],
    ['outcomes without prices', { outcomes: [anOutcome('A', 0, null), anOutcome('B', 0, null)] }],
    ['an outcome with a long name', { outcomes: [anOutcome('N'.repeat(100), 60), anOutcome('No', 40)] }],
    ['many outcomes', { outcomes: Array.from({ length: 50 }, (_, place) => anOutcome(`${place}`, 2)) }],
    ['a volume of billions', { volume: 9_007_199_254 }],
  ])('is drawn with %s, and nothing overflows its place', async (_, market) => {
    const { inkIn } = await pixelsOf(aWireMarket(market));
    for (const margin of [
      { x: 0, y: 0, width: 71, height: 630 },
      { x: 1130, y: 0, width: 70, height: 630 },
      { x: 0, y: 0, width: 1200, height: 40 },
      { x: 72, y: 305, width: 1050, height: 10 },
    ])
      expect([margin, inkIn(margin)]).toEqual([margin, 0]);
  });

  test('has readable letters, whatever fonts the machine has', async () => {
    const { inkIn } = await pixelsOf(aWireMarket());
    expect(inkIn({ x: 72, y: 110, width: 1050, height: 190 })).toBeGreaterThan(5000);
    expect(inkIn({ x: 112, y: 470, width: 400, height: 70 })).toBeGreaterThan(2000);
  });
});
