/** Under this name the browser keeps whether the viewer folded the side bar. */
export const SIDE_BAR = 'plumbline-side-bar';
export const FOLDED = 'folded';

/** Folds the bar before the first paint; runs in the head of every page. */
export const FOLD_AT_START = `try{document.documentElement.dataset.sideBar=localStorage.getItem('${SIDE_BAR}')??''}catch{}`;
