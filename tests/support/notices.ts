import type { Page } from 'playwright';

declare global {
  interface Window {
    /** What notices have said on this page. */
    noticesSaid?: string[];
  }
}

/** Runs in the page. A notice goes after seconds, in which nobody may look, so the page keeps what each said. */
export function keepNotices(): void {
  const said: string[] = [];
  window.noticesSaid = said;
  new MutationObserver(() => {
    for (const notice of document.querySelectorAll('.mantine-Notification-root')) {
      const text = notice.textContent ?? '';
      if (!said.includes(text)) said.push(text);
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Until a notice has said this on the page as it was loaded last, though it may be gone since. */
export async function noticed(page: Page, words: string): Promise<void> {
  await page.waitForFunction((text) => window.noticesSaid?.some((said) => said.includes(text)), words);
}
