import type { Page } from 'playwright';

/** What was written and drawn on canvases since it was watched. */
export interface PictureWatch {
  /** Words of title and legend, in order. */
  words(): Promise<string[]>;
  /** The last drawing put on a canvas, as SVG. */
  drawing(): Promise<string>;
}

/** Watches what pictures of charts are made of on the page from now on. */
export async function watchPictures(page: Page): Promise<PictureWatch> {
  await page.evaluate(() => {
    const seen = { words: [] as string[], drawing: '' };
    const { fillText } = CanvasRenderingContext2D.prototype;
    const { decode } = HTMLImageElement.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      seen.words.push(text);
      fillText.call(this, text, ...(rest as [number, number]));
    };
    HTMLImageElement.prototype.decode = function () {
      seen.drawing = decodeURIComponent(this.src);
      return decode.call(this);
    };
    Object.assign(window, { pictures: seen });
  });
  const seen = () =>
    page.evaluate(() => (window as unknown as { pictures: { words: string[]; drawing: string } }).pictures);
  return {
    words: async () => (await seen()).words,
    drawing: async () => (await seen()).drawing,
  };
}
