import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { SentForm } from './forms.ts';

/** A screen to draw, as the web app's server bundle takes it (web/src/draw.tsx). */
export interface Drawing {
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
  /** Times are shown as of this moment, in milliseconds. */
  now: number;
  /** What the API answers, by method and address. */
  answers: Readonly<Record<string, unknown>>;
  /** The form that the page answers. */
  sent: SentForm | null;
}

/** A screen as HTML, and how many milliseconds it kept the thread. */
interface DrawnScreen {
  html: string;
  took: number;
}

/** Draws a screen; null where it would have to wait for too many others, or cannot be drawn. */
export type Draw = (drawing: Drawing) => Promise<DrawnScreen | null>;

/** So many drawings may wait for their turn: about as long as one slow drawing. */
const WAITING_MAX = 8;

/** Hears why the screen at a path could not be drawn. */
type OnFailure = (error: Error, pathname: string) => void;

/**
 * Reads the web app's server bundle. It draws one screen at a time and lets requests in between; whose turn would be
 * late gets the page without its drawing, which the browser then draws. Without a bundle nothing is drawn.
 */
export async function openDrawer(bundle: string, onFailure: OnFailure): Promise<Draw | null> {
  if (!existsSync(bundle)) return null;
  const { drawScreen } = (await import(pathToFileURL(bundle).href)) as {
    drawScreen: (drawing: Drawing) => string;
  };
  return drawInTurn(drawScreen, onFailure);
}

/** @param drawScreen draws at once, without waiting for anything. */
export function drawInTurn(drawScreen: (drawing: Drawing) => string, onFailure: OnFailure): Draw {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (drawing) => {
    if (waiting >= WAITING_MAX) return null;
    waiting += 1;
    const turn = last;
    let done = (): void => {};
    last = new Promise<void>((resolve) => (done = resolve));
    try {
      await turn;
      await setImmediate();
      const started = performance.now();
      const html = drawScreen(drawing);
      return { html, took: performance.now() - started };
    } catch (error) {
      onFailure(error as Error, drawing.pathname);
      return null;
    } finally {
      waiting -= 1;
      done();
    }
  };
}
