'use client';

/** The layout itself failed, so this page needs nothing from it. */
export default function FrameError({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <html lang="en">
      <body style={{ maxWidth: 560, margin: '20vh auto', padding: 16, fontFamily: 'system-ui, sans-serif' }}>
        <h1>The dashboard failed</h1>
        <p>{error.message}</p>
        <p>Only the dashboard is affected: recommending and updating continue.</p>
        <button type="button" onClick={retry}>
          Try again
        </button>
      </body>
    </html>
  );
}
