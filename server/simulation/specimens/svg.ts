/** Parts of pictures as SVG: letters, lines and faces, and their encoding as JPEG. */
import sharp from 'sharp';
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import { EM, glyphs, SPACE } from './glyphs.ts';

/** Capital letters on a baseline; characters without an outline are left blank. @param size of one em in pixels. */
export function words(x: number, y: number, size: number, text: string, fill = '#1c2326'): string {
  let at = 0;
  let drawn = '';
  for (const letter of text.toUpperCase()) {
    const [advance, path] = glyphs[letter] ?? [SPACE, ''];
    if (path) drawn += `<path transform="translate(${at} 0)" d="${path}"/>`;
    at += advance;
  }
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${size / EM})">${drawn}</g>`;
}

/** The fine waves that are printed below the text of a document. */
export function waves(x: number, y: number, width: number, height: number, stroke: string): string {
  let drawn = '';
  for (let row = 0; row < height; row += 14) {
    const step = width / 8;
    const swing = row % 28 === 0 ? 10 : -10;
    drawn += `<path d="M${x} ${y + row}q${step / 2} ${swing} ${step} 0${`t${step} 0`.repeat(7)}"/>`;
  }
  return `<g fill="none" stroke="${stroke}" stroke-width="1">${drawn}</g>`;
}

/** The differences between the portrait on a card and a photo of the same face, taken years later. */
interface Look {
  shirt: string;
  skin: string;
  shade: string;
  line: string;
  hair: string;
  mouth: string;
  /** Glasses or a beard, drawn last. */
  worn?: string;
}

const ON_CARD: Look = {
  shirt: '#3b4a7a',
  skin: '#8a5739',
  shade: '#7a4b32',
  line: '#5e3823',
  hair: '<path d="M66 164c-8-92 36-122 84-122s92 30 84 122c-12-52-30-70-84-70s-72 18-84 70z" fill="#1d1512"/>',
  mouth: '<path d="M116 232q34 22 68 0q-34-12-68 0z" fill="#9c4a44" stroke="#5b2723" stroke-width="3"/>',
};

const TODAY: Look = {
  shirt: '#7a2f3b',
  skin: '#a06a48',
  shade: '#8d5a3e',
  line: '#75492f',
  hair: '<path d="M70 150c-4-84 40-104 80-104s84 20 80 104c-14-40-34-58-80-58s-66 18-80 58z" fill="#2a1d16"/>',
  mouth: '<path d="M108 226q42 44 84 0q-42 10-84 0z" fill="#f4ece4" stroke="#7a3a36" stroke-width="5"/>',
};

/** Another person, whom the models that compare faces distinguish from the holder. */
const STRANGER: Look = {
  ...TODAY,
  hair: '',
  worn: `<g fill="none" stroke="#222222" stroke-width="5"><circle cx="118" cy="166" r="28"/><circle cx="182" cy="166" r="28"/><path d="M146 166h8"/></g>
    <path d="M78 210q8 66 72 66t72-66q-6 34-34 32q-38-20-76 0q-28 2-34-32z" fill="#1d1512"/>`,
};

/** Head and shoulders in a box of 300 by 380. */
const head = ({ shirt, skin, shade, line, hair, mouth, worn = '' }: Look): string => `
    <rect width="300" height="380" fill="#b9c6cf"/>
    <path d="M10 380c8-78 60-104 140-104s132 26 140 104z" fill="${shirt}"/>
    <path d="M112 240h76v58q-38 34-76 0z" fill="${shade}"/>
    <ellipse cx="150" cy="170" rx="78" ry="98" fill="${skin}"/>
    ${hair}
    <path d="M98 146q20-12 40 0M162 146q20-12 40 0" fill="none" stroke="#1d1512" stroke-width="7"/>
    <ellipse cx="118" cy="166" rx="14" ry="8" fill="#f5f1ea"/><circle cx="118" cy="166" r="7" fill="#20130d"/>
    <ellipse cx="182" cy="166" rx="14" ry="8" fill="#f5f1ea"/><circle cx="182" cy="166" r="7" fill="#20130d"/>
    <path d="M150 168l-12 40q12 8 24 0" fill="none" stroke="${line}" stroke-width="5"/>
    ${mouth}${worn}`;

/** Radius of the ball on which the features of the face lie. `TURN`: angle of a turned head; the models measure 24 degrees. */
const BALL = 104;
const TURN = (26 * Math.PI) / 180;

/** The head of {@link head}, turned to the person's own left, which is the right of the picture, or to the own right. */
function turnedHead({ shirt, skin, shade, line, hair }: Look, turn: FaceTurn): string {
  const angle = turn === 'left' ? TURN : -TURN;
  /** @param far distance from the centre of the ball, as a multiple of its radius. */
  const x = (at: number, far = 1): number => 150 + BALL * far * Math.sin(Math.asin((at - 150) / (BALL * far)) + angle);
  const point = (at: number, y: number, far = 1): string => `${x(at, far).toFixed(1)} ${y}`;
  const disc = (at: number, rx: number, ry: number, fill: string): string =>
    `<ellipse cx="${x(at).toFixed(1)}" cy="166" rx="${((x(at + rx) - x(at - rx)) / 2).toFixed(1)}" ry="${ry}" fill="${fill}"/>`;
  const eye = (at: number): string => disc(at, 14, 8, '#f5f1ea') + disc(at, 7, 7, '#20130d');
  const ear = turn === 'left' ? 74 : 226;
  return `
    <path d="M10 380c8-78 60-104 140-104s132 26 140 104z" fill="${shirt}"/>
    <path d="M112 240h76v58q-38 34-76 0z" fill="${shade}"/>
    <ellipse cx="${ear}" cy="176" rx="13" ry="24" fill="${shade}"/>
    <clipPath id="face"><ellipse cx="150" cy="170" rx="80" ry="100"/></clipPath>
    <ellipse cx="150" cy="170" rx="78" ry="98" fill="${skin}"/>
    <g clip-path="url(#face)">
      <path d="M${point(98, 146)}Q${point(118, 138)} ${point(138, 146)}M${point(162, 146)}Q${point(182, 138)} ${point(202, 146)}" fill="none" stroke="#1d1512" stroke-width="7"/>
      ${eye(118)}${eye(182)}
      <path d="M${point(150, 168)}L${point(150, 206, 1.25)}Q${point(150, 216, 1.25)} ${point(turn === 'left' ? 136 : 164, 210)}" fill="none" stroke="${line}" stroke-width="5"/>
      <path d="M${point(108, 226)}Q${point(150, 268)} ${point(192, 226)}Q${point(150, 236)} ${point(108, 226)}z" fill="#f4ece4" stroke="#7a3a36" stroke-width="5"/>
    </g>
    ${hair}`;
}

/** The portrait that is printed on a card. */
export const portrait = (x: number, y: number, scale: number): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${head(ON_CARD)}</g>`;

const selfieOf = (drawn: string): string =>
  picture(
    900,
    1140,
    `<rect width="900" height="1140" fill="#b9c6cf"/><path d="M0 0h260v1140H0z" fill="#a3b3bd"/>
     <g transform="rotate(5 450 570) translate(112 142) scale(2.25)">${drawn}</g>`,
  );

/** A photo of the own face. @param of the person of the portrait, or another person. */
export const selfie = (of: 'holder' | 'stranger'): string => selfieOf(head(of === 'holder' ? TODAY : STRANGER));

/** The person of the portrait with the head turned, not mirrored. */
export const turnedSelfie = (turn: FaceTurn): string => selfieOf(turnedHead(TODAY, turn));

export const picture = (width: number, height: number, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`;

/** Encodes a picture as JPEG, like the camera of a phone. */
export const toJpeg = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer();
