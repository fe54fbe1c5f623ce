import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { DialogList } from './dialog-list';

let drawn = 0;

function Item({ name }: { name: string }) {
  drawn++;
  return <li>{name}</li>;
}

function drawnOf(count: number): { drawn: number; html: string } {
  drawn = 0;
  const items = Array.from({ length: count }, (_, index) => `service-${index}`);
  const html = renderToStaticMarkup(
    <DialogList label="What changes">
      {items.map((name) => (
        <Item key={name} name={name} />
      ))}
    </DialogList>,
  );
  return { drawn, html };
}

describe('a list in a dialog', () => {
  it('draws the first fifty of five hundred, and says how many are below', () => {
    const five = drawnOf(500);
    expect(five.drawn).toBe(50);
    expect(five.html).toContain('450 more below');
  });

  it('draws all where they are few', () => {
    const few = drawnOf(50);
    expect(few.drawn).toBe(50);
    expect(few.html).not.toContain('below');
  });
});
