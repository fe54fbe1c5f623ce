import { beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../lib/report/log';
import { API_RESOURCES } from '../objects/resources';
import type { KubeObject } from '../objects/types';
import { Holdings } from './holdings';
import { ObjectStore } from './object-store';
import { leastOf } from './projections';
import { StoreWriter } from './store-writer';

let store: ObjectStore<KubeObject>;
let writer: StoreWriter<KubeObject>;
let holdings: Holdings;
let told: string[];

beforeEach(() => {
  told = [];
  const silent = { added: () => {}, updated: () => {}, deleted: () => {} };
  store = new ObjectStore(silent);
  const tooLarge = ({ metadata: { name } }: KubeObject, isSo: boolean) =>
    told.push(`${name} is ${isSo ? '' : 'not '}too large`);
  // Of eight objects of a thousand characters each.
  holdings = new Holdings({ mostOfNamespace: 8 * 2_200, mostInAll: Infinity }, ({ namespace, leftOut }) =>
    told.push(`${leftOut} left out of ${namespace}`),
  );
  writer = new StoreWriter(API_RESOURCES.vpas, { log: silentLogger, holdings, tooLarge }, store);
});

let version = 0;
/** An object with a text of so many characters. */
const object = (name: string, length: number, namespace = 'crowd'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: {
    namespace,
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

describe('a namespace with more objects than it may have', () => {
  const names = () => [...store.values()].map(({ metadata: { namespace, name } }) => `${namespace}/${name}`);
  const crowd = (count: number) => {
    for (let index = 0; index < count; index++) writer.changed(object(`web-${index}`, 1_000));
  };

  it('keeps those it has, and others lose none', () => {
    crowd(10);
    writer.changed(object('web', 1_000, 'quiet'));
    expect(names()).toEqual([...[0, 1, 2, 3, 4, 5, 6, 7].map((index) => `crowd/web-${index}`), 'quiet/web']);
    expect(told).toEqual(['1 left out of crowd', '2 left out of crowd']);
  });

  it('takes up what was left out with the next list, once there is room', () => {
    crowd(10);
    for (const name of ['web-0', 'web-1', 'web-2']) writer.deleted(object(name, 0));
    expect(writer.hasSpaceAgain).toBe(true);
    writer.beginAll();
    for (let index = 3; index < 10; index++) writer.present(object(`web-${index}`, 1_000));
    writer.endAll();
    expect(names()).toHaveLength(7);
    expect(told.slice(2)).toEqual(['1 left out of crowd', '0 left out of crowd']);
    expect(writer.hasSpaceAgain).toBe(false);
  });

  it('has room for what is deleted while nobody watched', () => {
    crowd(8);
    writer.beginAll();
    writer.endAll();
    expect(holdings.bytesOf('crowd')).toBe(0);
  });

  it('loses what grew far beyond its room, and what is too large', () => {
    crowd(8);
    writer.changed(object('web-0', 5_000));
    writer.changed(object('web-1', MEBIBYTE));
    expect(names()).toHaveLength(6);
    expect(told).toEqual(['1 left out of crowd', 'web-1 is too large']);
  });

  it('still has what its nodes hold of its pods', () => {
    const least = leastOf('pods') as (object: KubeObject) => KubeObject | undefined;
    writer = new StoreWriter(API_RESOURCES.pods, { log: silentLogger, holdings, least }, store);
    crowd(8);
    const containers = [
      { name: 'app', image: 'app', resources: { requests: { cpu: '1', 'x.example/gpu': '1' } } },
      { name: 'idle' },
    ];
    const pod = (name: string, nodeName?: string) => ({
      ...object(name, 3_000),
      spec: { nodeName, containers },
    });
    writer.changed(pod('placed', 'node-1'));
    writer.changed(pod('pending'));
    expect(store.get('crowd', 'pending')).toBeUndefined();
    expect(store.get('crowd', 'placed')).toMatchObject({
      spec: { nodeName: 'node-1', containers: [{ name: 'app', resources: { requests: { cpu: '1' } } }] },
    });
    expect(store.get('crowd', 'placed')?.metadata.annotations).toBeUndefined();
  });
});
