import type { PNG as Png } from 'pngjs';

/** Pixels of either side: of an upload, and of what is kept. */
const [minSide, maxSide, keptSide] = [32, 1_024, 256];
/** Each scan of a progressive JPEG goes through all its pixels; cameras and editors write about ten. */
const maxScans = 24;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, a byte each. */
  readonly data: Uint8Array;
}

/** The fault of an image, for display on the page. */
export class UnusableImage extends Error {}

/**
 * The image as a PNG of at most 256 × 256 pixels, made anew from its pixels: nothing else of the file is kept. Its size is read from its
 * header before anything is unpacked, so that a small file cannot take a lot of memory or time. What decodes is loaded when it is needed.
 */
export async function logoPng(file: Buffer): Promise<Buffer> {
  // A bundle has a CommonJS package as the default alone.
  const { PNG } = ((await import('pngjs')) as unknown as { readonly default: { readonly PNG: typeof Png } }).default;
  const { width, height, data } = reduced(await pixelsOf(file, PNG));
  const image = new PNG({ width, height });
  image.data = Buffer.from(data);
  return PNG.sync.write(image, { colorType: 6, deflateLevel: 9 });
}

async function pixelsOf(file: Buffer, PNG: typeof Png): Promise<Pixels> {
  const isPng = file.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n';
  if (isPng) refuseUnlessFit(pngHeader(file));
  else if (file[0] === 0xff && file[1] === 0xd8) refuseUnlessFit(jpegHeader(file));
  else throw new UnusableImage('This is neither a PNG nor a JPEG.');
  try {
    return isPng ? PNG.sync.read(file) : await jpegPixels(file);
  } catch {
    throw new UnusableImage('The image is damaged.');
  }
}

async function jpegPixels(file: Buffer): Promise<Pixels> {
  const { default: jpeg } = await import('jpeg-js');
  return jpeg.decode(file, { useTArray: true, tolerantDecoding: false, maxResolutionInMP: 1.1, maxMemoryUsageInMB: 64 });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function refuseUnlessFit({ width, height }: Size): void {
  if ([width, height].some((side) => side < minSide || side > maxSide))
    throw new UnusableImage(`The image has ${width} × ${height} pixels; each side must have ${minSide} to ${maxSide}.`);
}

/** PNG §11.2.2. An interlaced image unpacks to a length that its header does not bound. */
function pngHeader(file: Buffer): Size {
  if (file.length < 33 || file.toString('latin1', 12, 16) !== 'IHDR') throw new UnusableImage('The image is damaged.');
  if (file[28] !== 0) throw new UnusableImage('Save the image without interlacing.');
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

/** The frame header (ITU-T T.81 §B.2.2), of which a baseline or progressive image has one. */
function jpegHeader(file: Buffer): Size {
  let size: Size | undefined;
  let scans = 0;
  for (const { marker, at } of jpegSegments(file)) {
    if (isFrame(marker)) {
      if (size || at + 9 > file.length) throw new UnusableImage('The image is damaged.');
      size = { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
    } else if (marker === startOfScan) scans += 1;
  }
  if (!size) throw new UnusableImage('The image is damaged.');
  if (scans > maxScans) throw new UnusableImage('Save the image as a plain JPEG: it has too many scans.');
  return size;
}

const startOfScan = 0xda;
const [restartFirst, restartLast] = [0xd0, 0xd7];
/** SOF0 to SOF15, without the tables that lie between them. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The marker segments of a JPEG, entropy-coded data left out. `at`: where the marker stands. */
function* jpegSegments(file: Buffer): Generator<{ readonly marker: number; readonly at: number }> {
  let at = 2;
  while (at + 4 <= file.length) {
    const marker = file[at + 1]!;
    const isData = file[at] !== 0xff || marker === 0 || marker === 0xff || (marker >= restartFirst && marker <= restartLast);
    if (isData) at += 1;
    else {
      yield { marker, at };
      at += 2 + file.readUInt16BE(at + 2);
    }
  }
}

/** Reduced to fit, each pixel the mean of those it stands for; colours count by their opacity. */
function reduced(image: Pixels): Pixels {
  const scale = Math.min(1, keptSide / Math.max(image.width, image.height));
  if (scale === 1) return image;
  const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  const data = new Uint8Array(width * height * 4);
  const bound = (index: number, of: number, side: number): number => Math.floor((index * side) / of);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [bound(x, width, image.width), bound(x + 1, width, image.width)];
      const [top, bottom] = [bound(y, height, image.height), bound(y + 1, height, image.height)];
      data.set(meanOf(image, { left, right, top, bottom }), (y * width + x) * 4);
    }
  return { width, height, data };
}

function meanOf({ width, data }: Pixels, { left, right, top, bottom }: Record<'left' | 'right' | 'top' | 'bottom', number>): number[] {
  const sums = [0, 0, 0];
  let opacity = 0;
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const at = (y * width + x) * 4;
      const alpha = data[at + 3]!;
      opacity += alpha;
      for (const channel of [0, 1, 2]) sums[channel]! += data[at + channel]! * alpha;
    }
  return [...sums.map((sum) => (opacity === 0 ? 0 : Math.round(sum / opacity))), Math.round(opacity / ((right - left) * (bottom - top)))];
}
