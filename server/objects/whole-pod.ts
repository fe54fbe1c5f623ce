/**
 * What a pod that states resources as a whole is called where it stands among its containers: in the model, in a
 * recommendation, in changes. No container can have that name, which has a dot.
 */
export const WHOLE_POD = 'whole.pod';
