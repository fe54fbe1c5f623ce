import { expect, it } from 'vitest';
import { loginAddress, placeAfterLogin } from './place-after-login';

it('leads back to the page a person came for, with its filters', () => {
  const here = '/workloads/shop/web?tab=past#memory';
  expect(placeAfterLogin(new URL(loginAddress(here), 'http://localhost').search)).toBe(here);
});

it.each([
  '',
  '?next=',
  '?next=https://evil.example/',
  '?next=//evil.example',
  '?next=/\\evil.example',
  '?next=/.//evil.example',
  '?next=javascript:alert(1)',
  '?next=/%09/evil.example',
])('leads to the first page for %s', (search) => {
  expect(placeAfterLogin(search)).toBe('/');
});
