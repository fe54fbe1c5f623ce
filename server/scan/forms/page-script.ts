/**
 * What the page does by itself: sorts and filters the list, and draws a workload when it is opened. It writes text only
 * as text.
 */
export const PAGE_SCRIPT = `
(() => {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const body = document.querySelector('.list tbody');
  const rows = [...body.querySelectorAll('tr[data-i]')];
  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const unpacked = (text, top) => {
    const values = [];
    for (let at = 0; at < text.length; at += 2) {
      const share = DIGITS.indexOf(text[at]) * 64 + DIGITS.indexOf(text[at + 1]);
      values.push(text[at] === '.' ? null : (share / 4095) * top);
    }
    return values;
  };
  const make = (name, props, ...children) => {
    const one = document.createElement(name);
    Object.assign(one, props);
    one.append(...children);
    return one;
  };
  const drawing = (name, attributes, text) => {
    const one = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
    if (text !== undefined) one.textContent = text;
    return one;
  };
  const amount = (resource, value) => {
    if (value === 0) return '0';
    if (resource === 'cpu') return value < 1000 ? Math.round(value) + 'm' : +(value / 1000).toPrecision(3) + (value === 1000 ? ' core' : ' cores');
    const mib = value / 1048576;
    return mib < 1024 ? Math.round(mib) + ' MiB' : +(mib / 1024).toPrecision(3) + ' GiB';
  };
  const nice = (value) => {
    const power = 10 ** Math.floor(Math.log10(value));
    return [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= value * 0.999) || value;
  };
  const day = (ms) => new Date(ms).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

  function chart(workload, container, resource) {
    const line = container[resource];
    const mean = unpacked(line.mean, line.top);
    const max = unpacked(line.max, line.top);
    const limit = line.limit && line.limit <= line.top * 3 ? line.limit : undefined;
    const limitNext = line.limitNext && line.limitNext <= line.top * 3 ? line.limitNext : undefined;
    const most = Math.max(line.top, line.request || 0, line.next || 0, limit || 0, limitNext || 0);
    const unit = resource === 'cpu' ? 1 : most * 1.05 > 1073741824 ? 1073741824 : 1048576;
    const top = nice(Math.max(most / unit, 1e-3) * 1.05 / 2) * 2 * unit;
    const W = 420, H = 150, left = 62, right = 8, upper = 8, lower = 20;
    const x = (index) => left + (index / Math.max(1, mean.length - 1)) * (W - left - right);
    const y = (value) => upper + (1 - value / top) * (H - upper - lower);
    const name = (resource === 'cpu' ? 'CPU' : 'Memory') + ' of ' + container.name;
    const svg = drawing('svg', { viewBox: '0 0 ' + W + ' ' + H, role: 'img', 'aria-label': name + ': ' + line.used });
    for (const share of [0, 0.5, 1]) {
      svg.append(drawing('line', { x1: left, x2: W - right, y1: y(top * share), y2: y(top * share), stroke: 'var(--line)' }));
      svg.append(drawing('text', { x: left - 6, y: y(top * share) + 4, 'text-anchor': 'end' }, amount(resource, top * share)));
    }
    const count = mean.length;
    for (const share of [0, 1 / 3, 2 / 3, 1]) {
      const index = Math.round(share * (count - 1));
      const anchor = share === 0 ? 'start' : share === 1 ? 'end' : 'middle';
      svg.append(drawing('text', { x: x(index), y: H - 5, 'text-anchor': anchor }, day(workload.fromMs + index * workload.stepMs)));
    }
    const pathOf = (values) => {
      let path = '';
      let isOpen = false;
      values.forEach((value, index) => {
        if (value === null) { isOpen = false; return; }
        path += (isOpen ? 'L' : 'M') + x(index).toFixed(1) + ' ' + y(value).toFixed(1);
        isOpen = true;
      });
      return path;
    };
    let area = '';
    let from = -1;
    for (let index = 0; index <= count; index++) {
      if (index < count && max[index] !== null) { if (from < 0) from = index; continue; }
      if (from < 0) continue;
      const part = max.slice(from, index);
      area += 'M' + x(from) + ' ' + y(0) + part.map((value, at) => 'L' + x(from + at).toFixed(1) + ' ' + y(value).toFixed(1)).join('') + 'L' + x(index - 1) + ' ' + y(0) + 'Z';
      from = -1;
    }
    svg.append(drawing('path', { d: area, fill: 'var(--usage-soft)' }));
    svg.append(drawing('path', { d: pathOf(mean), fill: 'none', stroke: 'var(--usage)', 'stroke-width': 1.5 }));
    const level = (value, colour, dash) => {
      if (value === undefined) return;
      svg.append(drawing('line', { x1: left, x2: W - right, y1: y(value), y2: y(value), stroke: colour, 'stroke-width': 2, 'stroke-dasharray': dash }));
    };
    level(limit, 'var(--short)', '2 3');
    level(limitNext, 'var(--target)', '2 3');
    level(line.request, 'var(--ink)', '');
    level(line.next, 'var(--target)', '6 4');
    const key = make('div', { className: 'key' });
    const entry = (kind, text) => key.append(make('span', { className: kind, textContent: text }));
    entry('mean', 'mean of the pods');
    entry('max', 'highest');
    if (line.request !== undefined) entry('request', 'request ' + line.requestText);
    if (line.next !== undefined) entry('next', 'recommended ' + line.nextText);
    if (line.limit !== undefined) entry('limit', 'limit ' + line.limitText);
    if (line.limitNext !== undefined) entry('limit-next', 'recommended limit ' + line.limitNextText);
    return make('figure', {},
      make('figcaption', {}, make('b', { textContent: name }), make('div', { className: 'soft', textContent: line.used })),
      svg, key,
      ...(line.why ? [make('p', { className: 'soft', textContent: line.why })] : []));
  }

  function open(row) {
    const workload = data[Number(row.dataset.i)];
    const cell = make('td', { colSpan: row.cells.length });
    for (const line of workload.lines) cell.append(make('p', { textContent: line }));
    const charts = make('div', { className: 'charts' });
    for (const container of workload.containers)
      for (const resource of ['cpu', 'memory']) if (container[resource]) charts.append(chart(workload, container, resource));
    cell.append(charts);
    const more = make('tr', { className: 'more' }, cell);
    row.after(more);
    return more;
  }
  const opened = new Map();
  body.addEventListener('click', (event) => {
    const button = event.target.closest('.name');
    if (!button) return;
    const row = button.closest('tr');
    const known = opened.get(row);
    if (known) { known.remove(); opened.delete(row); } else opened.set(row, open(row));
    button.setAttribute('aria-expanded', String(!known));
  });

  const shown = document.getElementById('shown');
  function filter() {
    const text = document.getElementById('q').value.trim().toLowerCase();
    const finding = document.getElementById('finding').value;
    let count = 0;
    for (const row of rows) {
      row.hidden = (text !== '' && !row.dataset.text.includes(text)) || (finding !== '' && row.dataset.finding !== finding);
      const more = opened.get(row);
      if (more) more.hidden = row.hidden;
      if (!row.hidden) count++;
    }
    shown.textContent = count + ' of ' + rows.length;
  }
  for (const id of ['q', 'finding']) document.getElementById(id).addEventListener('input', filter);
  filter();

  const heads = [...document.querySelectorAll('.list th')];
  heads.forEach((head, column) => head.querySelector('button')?.addEventListener('click', () => {
    const isDown = head.getAttribute('aria-sort') !== 'descending';
    for (const one of heads) one.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
    const valueOf = (row) => row.cells[column].dataset.v;
    const isNumber = column !== 1;
    rows.sort((a, b) => {
      const [one, other] = [valueOf(a), valueOf(b)];
      const order = isNumber ? Number(one) - Number(other) : one < other ? -1 : one > other ? 1 : 0;
      return isDown ? -order : order;
    });
    for (const row of rows) { body.append(row); const more = opened.get(row); if (more) body.append(more); }
  }));
})();
`.trim();
