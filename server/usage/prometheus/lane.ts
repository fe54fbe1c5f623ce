import { PrometheusError } from './errors';
import { isTooLarge, type QueryBackOff } from './patience';
import type { PieceSize } from './piece-size';
import { halvesOf, type Piece, type Unit } from './units';

/** A part that fails this often, however small, is left out; after this many in a row, so is the rest. */
const MOST_TRIES = 8;
/** An answer that breaks off so often is asked for in halves. */
const MOST_BREAKS = 4;
const MOST_LEFT_OUT = 3;

interface LaneParts<Part> {
  unit: Unit;
  grid: { firstMs: number; lastMs: number };
  stepMs: number;
  size: PieceSize;
  patience: QueryBackOff;
  ask(piece: Piece): AsyncIterable<Part>;
  /** The end of this part; with an error if it was left out. */
  done(piece: Piece, error?: PrometheusError): void;
  stopping?: AbortSignal | undefined;
}

/**
 * One signal of one unit, from the first time to the last. What fails is requested again, in halves if it was
 * too much; what came before the failure stays, and comes again.
 */
export async function* laneOf<Part>(parts: LaneParts<Part>): AsyncGenerator<Part> {
  const { unit, grid, stepMs, size, patience, ask, done, stopping } = parts;
  const stack: Piece[] = [];
  let nextMs = grid.firstMs;
  let tries = 0;
  let leftOut = 0;
  const takeNext = (): Piece | undefined => {
    const top = stack.pop();
    if (top || nextMs > grid.lastMs) return top;
    const steps = size.stepsFor(unit.containers.length, stepMs);
    const lastMs = Math.min(grid.lastMs, nextMs + (steps - 1) * stepMs);
    const piece = { scope: unit.scope, firstMs: nextMs, lastMs };
    nextMs = lastMs + stepMs;
    return piece;
  };
  for (let piece = takeNext(); piece; piece = takeNext()) {
    await patience.turn(stopping);
    try {
      yield* ask(piece);
      patience.answered();
      size.wasAnswered();
      tries = 0;
      leftOut = 0;
      done(piece);
    } catch (error) {
      if (!(error instanceof PrometheusError)) throw error;
      if (error.kind === 'too-much' || error.kind === 'broken') tries++;
      const isTooMuch = isTooLarge(error) || (error.kind === 'broken' && tries >= MOST_BREAKS);
      const halves = isTooMuch ? halvesOf(piece, stepMs, unit) : undefined;
      if (halves) {
        if (error.kind === 'timeout') patience.tookTooLong(error);
        size.wasTooMuch();
        tries = 0;
        stack.push(halves[1], halves[0]);
        continue;
      }
      if (error.kind !== 'too-much') patience.failed(error);
      // A server that takes too long for the smallest query counts as unavailable.
      if (!isTooMuch || error.kind === 'timeout' || tries < MOST_TRIES) {
        stack.push(piece);
        continue;
      }
      tries = 0;
      leftOut++;
      size.wasNotTheCause();
      done(piece, error);
      if (leftOut < MOST_LEFT_OUT) continue;
      for (let rest = takeNext(); rest; rest = takeNext()) done(rest, error);
    }
  }
}
