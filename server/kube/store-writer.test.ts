import { beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../log';
import { ObjectStore } from './object-store';
import { API_RESOURCES } from './resources';
import { StoreWriter } from './store-writer';
import type { KubeObject } from './types';

let store: ObjectStore<KubeObject>;
let writer: StoreWriter<KubeObject>;
let told: string[];

beforeEach(() => {
  told = [];
  const silent = { added: () => {}, updated: () => {}, deleted: () => {} };
  store = new ObjectStore(silent);
  const tooLarge = ({ metadata: { name } }: KubeObject, isSo: boolean) =>
    told.push(`${name} is ${isSo ? '' : 'not '}too large`);
  writer = new StoreWriter(API_RESOURCES.vpas, { log: silentLogger, tooLarge }, store);
});

let version = 0;
/** An object with a text of so many characters. */
const object = (name: string, length: number): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: {
    namespace: 'crowd',
    name,
    uid: name,
    resourceVersion: String(++version),
    annotations: { text: 'x'.repeat(length) },
  },
});
const MEBIBYTE = 2 ** 20;

describe('an object that is too large', () => {
  it('is told, and otherwise as if it were not there', () => {
    writer.present(object('huge', MEBIBYTE));
    writer.present(object('usual', 1_000));
    expect([...store.values()].map(({ metadata }) => metadata.name)).toEqual(['usual']);
    expect(told).toEqual(['huge is too large']);
  });

  it('goes once it grew, and comes back once it is shorter', () => {
    writer.changed(object('web', 1_000));
    writer.changed(object('web', MEBIBYTE));
    expect(store.size).toBe(0);
    writer.changed(object('web', 2_000));
    expect(store.size).toBe(1);
    expect(told).toEqual(['web is too large', 'web is not too large']);
  });

  it('is a problem no longer once it is deleted, also while nobody watched', () => {
    for (const name of ['a', 'b']) writer.changed(object(name, MEBIBYTE));
    writer.deleted(object('a', MEBIBYTE));
    writer.beginAll();
    writer.endAll();
    expect(told.slice(2)).toEqual(['a is not too large', 'b is not too large']);
  });

  it('may be one of many short parts', () => {
    const many = object('many', 0);
    many.metadata.labels = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 'v']),
    );
    writer.changed(many);
    expect(told).toEqual(['many is too large']);
  });
});
